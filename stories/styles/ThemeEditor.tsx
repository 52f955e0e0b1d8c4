import { useId, useState } from 'react'
import { InboxPage, type InboxPageProps } from '../../src/components/inbox/InboxPage.tsx'
import './themeEditor.css'

type Scheme = 'light' | 'dark'

interface ColorVariable {
  name: `--tidings-${string}`
  label: string
  light: string
  dark: string
}
interface LengthVariable {
  name: `--tidings-${string}`
  label: string
  /** Value in rem. */
  value: number
  max: number
  step: number
}

const colors: ColorVariable[] = [
  { name: '--tidings-accent', label: 'Accent', light: '#4c58d0', dark: '#8f99fa' },
  { name: '--tidings-on-accent', label: 'Text on accent', light: '#ffffff', dark: '#12131f' },
  { name: '--tidings-danger', label: 'Danger', light: '#be2437', dark: '#ff8a93' },
  { name: '--tidings-background', label: 'Background', light: '#ffffff', dark: '#1b1c21' },
  { name: '--tidings-foreground', label: 'Foreground', light: '#1a1c21', dark: '#edeef1' },
]
const lengths: LengthVariable[] = [
  { name: '--tidings-radius', label: 'Radius', value: 0.75, max: 1.5, step: 0.125 },
  { name: '--tidings-spacing', label: 'Spacing', value: 0.25, max: 0.4, step: 0.025 },
]

/** The seven base variables, with the visitor's changes. */
const sheetOf = (chosenColors: readonly ColorVariable[], chosenLengths: readonly LengthVariable[]) => [
  ...chosenColors.map(({ name, light, dark }) => [name, `light-dark(${light}, ${dark})`] as const),
  ...chosenLengths.map(({ name, value }) => [name, `${value}rem`] as const),
]

/** The seven base variables as fields, an inbox with these variables, and the style sheet to copy. */
export const ThemeEditor = (props: InboxPageProps) => {
  const [scheme, setScheme] = useState<Scheme>('light')
  const [chosenColors, setColors] = useState(colors)
  const [chosenLengths, setLengths] = useState(lengths)
  const [told, setTold] = useState('')
  const id = useId()
  const variables = sheetOf(chosenColors, chosenLengths)
  const css = `@supports (color: light-dark(#fff, #000)) {\n  :root {\n${variables.map(([name, value]) => `    ${name}: ${value};\n`).join('')}  }\n}`

  const copy = () => {
    navigator.clipboard.writeText(css).then(
      () => setTold('Copied.'),
      () => setTold('The browser did not allow it: select the text instead.'),
    )
  }
  const startAgain = () => {
    setColors(colors)
    setLengths(lengths)
    setTold('As it was.')
  }

  return (
    <div className="theme-editor">
      <form className="theme-fields" onSubmit={(event) => event.preventDefault()}>
        <p>Seven variables decide about everything. The others are derived from them.</p>
        <fieldset>
          <legend>Colors for</legend>
          {(['light', 'dark'] as const).map((each) => (
            <label key={each}>
              <input type="radio" name={`${id}-scheme`} checked={scheme === each} onChange={() => setScheme(each)} />
              {each === 'light' ? 'Light' : 'Dark'}
            </label>
          ))}
        </fieldset>
        {chosenColors.map(({ name, label, ...values }) => (
          <label key={name} className="theme-field">
            <span>{label}</span>
            <code>{values[scheme]}</code>
            <input
              type="color"
              value={values[scheme]}
              onChange={({ target }) =>
                setColors((all) => all.map((each) => (each.name === name ? { ...each, [scheme]: target.value } : each)))
              }
            />
          </label>
        ))}
        {chosenLengths.map(({ name, label, value, max, step }) => (
          <label key={name} className="theme-field">
            <span>{label}</span>
            <code>{value}rem</code>
            <input
              type="range"
              min={0}
              max={max}
              step={step}
              value={value}
              aria-valuetext={`${value}rem`}
              onChange={({ target }) =>
                setLengths((all) =>
                  all.map((each) => (each.name === name ? { ...each, value: target.valueAsNumber } : each)),
                )
              }
            />
          </label>
        ))}
        <pre className="theme-css" role="region" aria-label="Style sheet" tabIndex={0}>
          {css}
        </pre>
        <p className="theme-actions">
          <button type="button" onClick={copy}>
            Copy
          </button>
          <button type="button" onClick={startAgain}>
            Start again
          </button>
          <span role="status">{told}</span>
        </p>
      </form>
      <div className="theme-inbox" data-tidings-theme={scheme} style={Object.fromEntries(variables)}>
        <InboxPage {...props} />
      </div>
    </div>
  )
}
