import path from 'node:path'
import ts from 'typescript'
import type { CodeBlock } from './codeBlocks.ts'

/** Turns a block into a module that the compiler treats as a file of this project. */
const moduleOf = ({ code, setup, language }: CodeBlock, index: number) => {
  const hidden = setup.trim() === '' ? '' : `${setup.trim()}\n`
  // A line that begins with a tag is a separate example, not the continuation of the statement above it.
  const shown = code.replace(/^<(?=[A-Za-z>])/gm, ';<')
  return {
    file: path.resolve(`test/docs/block${index}.${language}`),
    text: `${hidden}${shown}\nexport {}\n`,
    offset: hidden.split('\n').length - 1,
  }
}

/**
 * Compiles TypeScript blocks in one program, against the sources and with the project's settings.
 * @returns the errors: `docs/recipes.md:14: Cannot find name 'Inbx'.`
 */
export const checkBlocks = (blocks: readonly CodeBlock[], ambient: string): string[] => {
  const { config } = ts.readConfigFile('tsconfig.json', (file) => ts.sys.readFile(file)) as { config: object }
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [ambient] }, ts.sys, process.cwd())
  // Examples import names that the next block uses.
  const relaxed = { ...options, noUnusedLocals: false, noUnusedParameters: false }
  const modules = blocks.map((block, index) => ({ block, ...moduleOf(block, index) }))
  const texts = new Map(modules.map(({ file, text }) => [file, text]))

  const host = ts.createCompilerHost(relaxed)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = (file) => texts.has(file) || fileExists(file)
  host.readFile = (file) => texts.get(file) ?? readFile(file)
  host.getSourceFile = (file, languageVersion, ...rest) => {
    const text = texts.get(file)
    return text === undefined
      ? getSourceFile(file, languageVersion, ...rest)
      : ts.createSourceFile(file, text, languageVersion)
  }

  const program = ts.createProgram([path.resolve(ambient), ...texts.keys()], relaxed, host)
  return modules.flatMap(({ block, file, offset }) => {
    const source = program.getSourceFile(file)
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ file: at, start = 0, messageText }) => {
        const { line } = at?.getLineAndCharacterOfPosition(start) ?? { line: 0 }
        const [page = '', first = '0'] = block.place.split(':')
        return `${page}:${Number(first) + line - offset}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
      },
    )
  })
}
