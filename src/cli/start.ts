import { buildSite } from '#app/bundling/build-site.ts'
import { addExamples, type DescribeCommand } from './command.ts'

type StartOptions = { demo?: boolean; withoutPages?: boolean }
type BuiltSite = typeof import('./run-site.ts')

export const describeStart: DescribeCommand = (command, { environment }) => {
  command
    .description(
      'Serves the site until a signal stops it. It first migrates the database to this version, and builds the pages and the server if their sources have changed since the last build.',
    )
    .option('--demo', 'fill an empty site with fictional people, which takes about a minute')
    .addOption(command.createOption('--without-pages', 'from the sources, for futureworld dev').hideHelp())
    .action((options: StartOptions) => start(environment, options))
  addExamples(command, {
    examples: ['start', 'start --demo'],
    needs: 'no settings to try it out. See docs/operations/install.md for what a site with customers needs.',
  })
}

export async function start(
  environment: NodeJS.ProcessEnv,
  { demo: isDemo = false, withoutPages = false }: StartOptions,
) {
  // `futureworld dev` starts the site this way, from its sources instead of a build.
  if (withoutPages) endWithParent()
  const wasBuilt = !withoutPages && (await buildSite())
  const { runSite } = withoutPages ? await import('./run-site.ts') : await loadBuiltSite()
  await runSite({ environment, isDevelopment: withoutPages, wasBuilt, isDemo })
}

/** The build has a few files instead of two thousand: docs/decisions/0030. */
function loadBuiltSite(): Promise<BuiltSite> {
  const address = new URL('../../build/site/run-site.js', import.meta.url)
  return import(address.href)
}

/** Stops this process when its parent ends for any reason, because nothing else would stop it. */
function endWithParent() {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // Without this, a process that refused to start would wait for the channel forever.
  process.channel?.unref()
}

export const describeBuild: DescribeCommand = (command, { print }) => {
  command
    .description(
      'Builds the pages and the server, for a machine or image that starts the site without the build tools. It does nothing if these sources are already built.',
    )
    .action(async () => print((await buildSite()) ? 'Built the web pages.\n' : 'The web pages are already built.\n'))
  addExamples(command, {
    examples: ['build'],
    needs: 'what npm ci installs for developers. Afterwards, npm prune --omit=dev removes it.',
  })
}
