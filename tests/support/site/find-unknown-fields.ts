import ts from 'typescript'

type KubernetesObject = { apiVersion: string; kind: string }

/**
 * Finds unknown fields, which Kubernetes would refuse although its schemas allow them, by compiling each object against
 * its type.
 * @returns the compiler's messages
 */
export function findUnknownFields(objects: KubernetesObject[]): string[] {
  const lines = objects.map(({ apiVersion, kind, ...fields }, index) => {
    const type = `import('kubernetes-models/${apiVersion}/${kind}').I${kind}`
    return `export const object${index}: ${type} = ${JSON.stringify({ apiVersion, kind, ...fields }, null, 1)}`
  })
  const file = `${process.cwd()}/tests/manifests-as-source.ts`
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2024,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const readSource = host.getSourceFile
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, lines.join('\n'), ts.ScriptTarget.ES2024) : readSource(name, ...rest)
  const program = ts.createProgram([file], options, host)
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
