// Runs before everything else: an older Node would stop at the first line of TypeScript, in words nobody understands.
const [major] = process.versions.node.split('.')
if (Number(major) < 24) {
  process.stderr.write(
    `FutureWorld runs on Node 24 or later; this is ${process.version}. On Linux and Windows "npm ci" brings it along; elsewhere please install it.\n`,
  )
  process.exit(1)
}
