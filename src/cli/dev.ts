import { once } from 'node:events'
import { createServer } from 'node:http'
import { listenError, readConfig } from '#app/config/config.ts'
import { addExamples, type DescribeCommand } from './command.ts'
import { serveDevPages } from './dev-pages.ts'
import { rerunSite } from './rerun-site.ts'

export const describeDev: DescribeCommand = (command, { environment }) => {
  command
    .description(
      'Serves the site from its sources. A changed component appears immediately and keeps what you’ve typed; a changed server file reloads the page. The terminal and the page show any error until it’s fixed.',
    )
    .option('--demo', 'fill an empty site with fictional people, which takes about a minute')
    .action(({ demo: isDemo = false }: { demo?: boolean }) => develop(environment, isDemo))
  addExamples(command, {
    examples: ['dev', 'dev --demo'],
    needs: 'what npm ci installs for developers, and a free PORT (5001).',
  })
}

/** This process serves the pages and keeps running. The site runs in a child process that restarts on changes. */
async function develop(environment: NodeJS.ProcessEnv, isDemo: boolean): Promise<void> {
  const config = readConfig(environment)
  const server = createServer()
  // `localhost` has two addresses. Listens on this one, because the sandbox calls it.
  server.listen(config.port, config.host === 'localhost' ? '127.0.0.1' : config.host)
  await once(server, 'listening').catch((error: unknown) => {
    throw listenError(config, error)
  })
  const site = rerunSite(isDemo, {
    onReady: async (welcome) => {
      const { reload } = await pages
      process.stdout.write(welcome)
      reload()
    },
    onEnd: async (problem) => {
      process.stderr.write('\nThe site has stopped. It’ll start again when one of its files changes.\n\n')
      ;(await pages).showError(problem)
    },
  })
  const pages = serveDevPages(server, config, site)
  await pages
  // Vite's own handler would end this process before the site has stopped.
  process.removeAllListeners('SIGTERM')
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
  // When npm receives a signal, it ends its shell without passing the signal on, so we watch the parent process.
  const { ppid } = process
  setInterval(() => process.ppid === ppid || stop(), 500).unref()

  async function stop() {
    await Promise.all([site.close(), pages.then(({ close }) => close())])
    process.exit(0)
  }
}
