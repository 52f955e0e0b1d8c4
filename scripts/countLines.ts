import { readFileSync } from 'node:fs'
import ts from 'typescript'

/*
 * Counts the lines of code and of comments in src, test and stories. A line of code contains a token of TypeScript's
 * parser; a line of comments contains part of a comment and no token.
 */

const isJsxSpace = (node: ts.Node) => ts.isJsxText(node) && node.containsOnlyTriviaWhiteSpaces

const countFile = (file: string) => {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const code = new Set<number>()
  const comments = new Set<number>()
  const add = (lines: Set<number>, start: number, end: number) => {
    const last = source.getLineAndCharacterOfPosition(end).line
    for (let { line } = source.getLineAndCharacterOfPosition(start); line <= last; line++) lines.add(line)
  }
  const visit = (node: ts.Node) => {
    // Doc comments are children too.
    const children = node.getChildren(source).filter((child) => !ts.isJSDoc(child))
    for (const child of children) visit(child)
    if (children.length > 0 || isJsxSpace(node)) return
    for (const { pos, end } of ts.getLeadingCommentRanges(source.text, node.pos) ?? []) add(comments, pos, end)
    for (const { pos, end } of ts.getTrailingCommentRanges(source.text, node.end) ?? []) add(comments, pos, end)
    if (node.getStart(source) < node.end) add(code, node.getStart(source), node.end)
  }
  visit(source)
  return { code: code.size, comments: [...comments].filter((line) => !code.has(line)).length }
}

for (const folder of ['src', 'test', 'stories']) {
  const counts = ts.sys.readDirectory(folder, ['.ts', '.tsx']).map(countFile)
  const sum = (what: 'code' | 'comments') => counts.reduce((total, count) => total + count[what], 0)
  process.stdout.write(
    `${folder.padEnd(8)} ${sum('code')} lines of code, ${sum('comments')} of comments, ${counts.length} files\n`,
  )
}
