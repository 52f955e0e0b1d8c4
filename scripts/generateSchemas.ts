import { readFileSync, writeFileSync } from 'node:fs'
import { format } from 'oxfmt'
import { workspaceSchema } from '../src/service/workspace/workspaceSchema.ts'
import { openSources, type Sources } from './reference/openSources.ts'
import { addDocs } from './schemas/addDocs.ts'
import { describeApi } from './schemas/describeApi.ts'
import { describeGuards } from './schemas/describeGuards.ts'
import { toFileSchema } from './schemas/toJsonSchemas.ts'

const contractFile = 'src/contract/index.ts'
const guardsFile = 'src/contract/inbox/generatedGuards.ts'
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

/** Formats code as the rest of the project. */
const formatCode = async (file: string, code: string): Promise<string> => {
  const style = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as Parameters<typeof format>[2]
  return (await format(file, code, style)).code
}

/**
 * The generated files by path. The package exports the schemas, the service serves the OpenAPI description, and the
 * client of an inbox checks with the guards.
 */
const generateSchemas = async (sources: Sources): Promise<Map<string, string>> => {
  const text = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  return new Map([
    ['src/service/schemas/openapi.json', text(describeApi(sources, contractFile))],
    ['src/service/schemas/workspace.schema.json', text(describeWorkspace(sources))],
    [guardsFile, await formatCode(guardsFile, describeGuards())],
  ])
}

/**
 * The generated files that are not up to date.
 * @param sources an open program with `schemaFiles`.
 */
export const outdatedSchemas = async (sources: Sources): Promise<string[]> =>
  [...(await generateSchemas(sources))]
    .filter(([file, text]) => readFileSync(file, 'utf8') !== text)
    .map(([file]) => file)

if (process.argv[1]?.endsWith('generateSchemas.ts'))
  for (const [file, text] of await generateSchemas(openSources(schemaFiles))) {
    writeFileSync(file, text)
    process.stdout.write(`${file}\n`)
  }
