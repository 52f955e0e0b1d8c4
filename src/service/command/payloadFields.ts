import type { PayloadField } from '../../console/consoleContext.ts'

/** The fields of an object, and whether it is an item of a list. */
interface Shape {
  isList: boolean
  fields: Map<string, Shape>
}

/** A payload of texts and lists that shows its fields: `{ title: "title" }`. */
export type ExamplePayload = Record<string, unknown>

const createShape = (): Shape => ({ isList: false, fields: new Map() })

/**
 * The fields of a payload, as a form needs them.
 * @param variables paths that the service has found in the texts: `title`, `author.name`, `items[0].name`.
 * @param texts the texts themselves, for the fields of what a loop shows, which have the name of its variable there.
 */
export const payloadFields = (
  variables: readonly string[],
  texts: readonly string[],
): { fields: PayloadField[]; example: ExamplePayload } => {
  const root = createShape()
  for (const path of [...variables, ...texts.flatMap(pathsOfLoops)]) add(root, path)
  return { fields: [...root.fields].flatMap(([name, shape]) => fieldsOf(name, shape)), example: exampleObject(root) }
}

/** Adds `items[0].name`, where `[0]`, `[]`, `.first` and `.last` are items. What is no name ends the path. */
const add = (root: Shape, path: string) => {
  const parts = path.replaceAll(/\[\d*\]|\.(first|last)(?=[.[]|$)/g, '.[]').split('.')
  let shape = root
  for (const part of parts) {
    if (part === 'size' && shape !== root) {
      shape.isList = true
      return
    }
    if (part === '[]') {
      shape.isList = true
      continue
    }
    if (!/^[\w-]+$/.test(part)) return
    let next = shape.fields.get(part)
    if (!next) shape.fields.set(part, (next = createShape()))
    shape = next
  }
}

/** The paths of a text that begin in a loop: `{% for item in payload.items %}{{item.name}}` is `items[].name`. */
const pathsOfLoops = (text: string): string[] => {
  const tags = [...text.matchAll(/\{[{%](.*?)[%}]\}/gs)].map(([, tag = '']) => tag)
  /** The list of each variable of a loop. For the events of a digest, it is that of their payloads: the root. */
  const lists = new Map<string, string>()
  const pathOf = (expression: string): string | undefined => {
    const [, name = '', rest = ''] = /^([\w-]+)((?:\.[\w-]+|\[\d+\])*)/.exec(expression) ?? []
    if (name === 'payload') return rest.slice(1) || undefined
    const list = lists.get(name)
    if (list === '') return /^\.payload\.(.+)$/.exec(rest)?.[1]
    return list === undefined ? undefined : `${list}[]${rest}`
  }
  const found: string[] = []
  for (const tag of tags) {
    const [, variable, list = ''] = /^-?\s*for\s+([\w-]+)\s+in\s+([\w.[\]-]+)/.exec(tag) ?? []
    if (variable !== undefined) {
      const path = /^(step\.)?events$/.test(list) ? '' : pathOf(list)
      if (path === undefined) continue
      lists.set(variable, path)
      if (path !== '') found.push(`${path}[]`)
      continue
    }
    for (const [expression] of tag.matchAll(/(?<![\w.'"-])[a-z_][\w-]*(?:\.[\w-]+|\[\d+\])*/gi)) {
      const [name = ''] = expression.split(/[.[]/)
      const path = lists.has(name) ? pathOf(expression) : undefined
      if (path !== undefined) found.push(path)
    }
    // A filter that only lists have.
    const [, filtered = '', filter, field] =
      /([\w.[\]-]+)\s*\|\s*(map|join|where|sort)\b\s*:?\s*(?:['"]([\w-]+)['"])?/.exec(tag) ?? []
    const path = filter === undefined ? undefined : pathOf(filtered)
    if (path !== undefined) found.push(filter !== 'join' && field !== undefined ? `${path}[].${field}` : `${path}[]`)
  }
  return found
}

const fieldsOf = (name: string, shape: Shape): PayloadField[] => {
  if (shape.isList) return [{ name, example: JSON.stringify(exampleOf(name, shape)) }]
  if (shape.fields.size === 0) return [{ name }]
  return [...shape.fields].flatMap(([field, inner]) => fieldsOf(`${name}.${field}`, inner))
}

const exampleOf = (name: string, { isList, fields }: Shape): unknown => {
  const last = name.slice(name.lastIndexOf('.') + 1)
  const item = fields.size === 0 ? last : exampleObject({ isList, fields })
  return isList ? [item] : item
}

const exampleObject = ({ fields }: Shape): ExamplePayload =>
  Object.fromEntries([...fields].map(([name, shape]) => [name, exampleOf(name, shape)]))
