const sides = ['Top', 'Right', 'Bottom', 'Left'] as const
const boxes = sides.flatMap((side) => [`padding${side}`, `margin${side}`])
const words = [
  'fontFamily',
  'fontSize',
  'fontWeight',
  'fontStyle',
  'lineHeight',
  'letterSpacing',
  'listStyleType',
  'textAlign',
  'textDecorationLine',
  'textTransform',
  'verticalAlign',
  'whiteSpace',
]
const properties = [
  ...boxes,
  ...words,
  'color',
  'backgroundColor',
  'backgroundImage',
  'borderTopLeftRadius',
  'boxShadow',
  'display',
  'maxWidth',
  'opacity',
]

const part = '[class*="tidings-"]'

type Look = Record<string, string>

/** A part, or a pseudo-element of it. */
export interface NamedLook {
  name: string
  look: Look
}

const lookOf = (element: Element, pseudo: string): Look => {
  const style = getComputedStyle(element, pseudo)
  if (pseudo && style.content === 'none') return {}
  const read = (property: string) => String(Reflect.get(style, property))
  // A border without width is invisible, whatever its style and color.
  const border = (side: string) =>
    read(`border${side}Width`) === '0px'
      ? 'none'
      : ['Width', 'Style', 'Color'].map((aspect) => read(`border${side}${aspect}`)).join(' ')
  const pixels = (property: string) => Number.parseFloat(read(property)) || 0
  /** The size along an axis with a padding or border. Along others, `box-sizing` has no effect. */
  const outer = (size: string, axis: readonly string[]) => {
    const edges = axis.reduce((sum, side) => sum + pixels(`padding${side}`) + pixels(`border${side}Width`), 0)
    return edges > 0 ? pixels(size) + (style.boxSizing === 'border-box' ? 0 : edges) : 'any'
  }
  const outerSize = `${outer('width', ['Left', 'Right'])} × ${outer('height', ['Top', 'Bottom'])}`
  const { width, height } = element.getBoundingClientRect()
  return Object.fromEntries([
    ['box', `${Math.round(width)} × ${Math.round(height)}`],
    ...properties.map((property) => [property, read(property)]),
    // The inbox sets no `box-sizing` for pseudo-elements, nor for elements without a class.
    ...(pseudo ? [['boxSizing', outerSize]] : element.matches(part) ? [['boxSizing', read('boxSizing')]] : []),
    ...sides.map((side) => [`border${side}`, border(side)]),
  ])
}

/** The computed styles of each part and its pseudo-elements. */
export const looksOf = (root: Element): NamedLook[] =>
  [...root.querySelectorAll(`${part}, ${part} :not(option, svg *)`)].flatMap((element) =>
    ['', '::before', '::after'].map((pseudo) => ({
      name: `${element.localName}.${element.getAttribute('class') ?? ''}${pseudo}`,
      look: lookOf(element, pseudo),
    })),
  )

/** What is different, by part and property. */
export const differencesOf = (styled: readonly NamedLook[], without: readonly NamedLook[]): string[] => {
  const differences = styled.flatMap(({ name, look }, index) =>
    Object.keys(look)
      .filter((property) => look[property] !== without[index]?.look[property])
      .map((property) => `${name} { ${property}: ${look[property]} } in place of ${without[index]?.look[property]}`),
  )
  return [...new Set(differences)]
}
