import { readFileSync, writeFileSync } from 'node:fs'
import { workspaceSchema } from '../src/service/workspace/workspaceSchema.ts'
import { openSources, type Sources } from './reference/openSources.ts'
import { addDocs } from './schemas/addDocs.ts'
import { describeApi } from './schemas/describeApi.ts'
import { toFileSchema } from './schemas/toJsonSchemas.ts'

const contractFile = 'src/contract/index.ts'
const workspaceFile = 'src/service/workspace/workspaceSchema.ts'

/** The JSON schema of a workspace file. */
const describeWorkspace = ({ program, checker }: Sources) => {
  const source = program.getSourceFile(workspaceFile)
  const module = source && checker.getSymbolAtLocation(source)
  const symbol = module && checker.getExportsOfModule(module).find(({ name }) => name === 'WorkspaceInput')
  if (!symbol) throw new Error(`${workspaceFile} exports no WorkspaceInput.`)
  const { $schema, ...schema } = toFileSchema(workspaceSchema)
  addDocs(checker, schema, checker.getDeclaredTypeOfSymbol(symbol))
  return {
    $schema,
    title: 'Workspace of a tidings service',
    description:
      'Integrations, workflows, tenants and subscribers that `tidings service --workspace FILE` reads when it starts.',
    ...schema,
  }
}

/** The sources of the schemas. */
export const schemaFiles = [contractFile, workspaceFile]

/** The generated schema files by path. The package exports them, and the service serves the OpenAPI description. */
const generateSchemas = (sources: Sources): Map<string, string> => {
  const text = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  return new Map([
    ['src/service/schemas/openapi.json', text(describeApi(sources, contractFile))],
    ['src/service/schemas/workspace.schema.json', text(describeWorkspace(sources))],
  ])
}

/**
 * The generated files that are not up to date.
 * @param sources an open program with `schemaFiles`.
 */
export const outdatedSchemas = (sources: Sources): string[] =>
  [...generateSchemas(sources)].filter(([file, text]) => readFileSync(file, 'utf8') !== text).map(([file]) => file)

if (process.argv[1]?.endsWith('generateSchemas.ts'))
  for (const [file, text] of generateSchemas(openSources(schemaFiles))) {
    writeFileSync(file, text)
    process.stdout.write(`${file}\n`)
  }
