import path from 'node:path'
import ts from 'typescript'
import type { Sources } from '../../scripts/reference/openSources.ts'
import type { CodeBlock } from './codeBlocks.ts'

/** A block as a module that the compiler treats as a file of this project. */
interface BlockModule {
  block: CodeBlock
  file: string
  text: string
  /** The lines before the first one of the block. */
  offset: number
}

export const toModules = (blocks: readonly CodeBlock[]): BlockModule[] =>
  blocks.map((block, index) => {
    const { code, setup, language } = block
    const hidden = setup.trim() === '' ? '' : `${setup.trim()}\n`
    // A line that begins with a tag is a separate example, not the continuation of the statement above it.
    const shown = code.replace(/^<(?=[A-Za-z>])/gm, ';<')
    return {
      block,
      file: path.resolve(`test/docs/block${index}.${language}`),
      text: `${hidden}${shown}\nexport {}\n`,
      offset: hidden.split('\n').length - 1,
    }
  })

/** The errors of blocks: `docs/recipes/page.md:14: Cannot find name 'Inbx'.` */
export const findErrors = ({ program }: Sources, modules: readonly BlockModule[]): string[] =>
  modules.flatMap(({ block, file, offset }) => {
    const source = program.getSourceFile(file)
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ file: at, start = 0, messageText }) => {
        const { line } = at?.getLineAndCharacterOfPosition(start) ?? { line: 0 }
        const [page = '', first = '0'] = block.place.split(':')
        return `${page}:${Number(first) + line - offset}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
      },
    )
  })
