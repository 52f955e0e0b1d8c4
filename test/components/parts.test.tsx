import { readdirSync, readFileSync } from 'node:fs'
import { render, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { stateAttributes } from '../../src/components/base/stateAttributes.ts'
import * as tidings from '../../src/index.ts'
import { partSamples, type Common, type Sample } from './partSamples.tsx'

const docs = readFileSync('docs/parts.md', 'utf8')
const css = readdirSync('src/styles')
  .filter((file) => file.endsWith('.css'))
  .map((file) => readFileSync(`src/styles/${file}`, 'utf8'))
  .join('')

const row = /^\| `(\w+)` \| .+ \| `\.([\w-]+)` \| (.+) \| (.+) \|$/gm
const documented = [...docs.matchAll(row)].map(([, name = '', className = '', data = '', state = '']) => ({
  name,
  className,
  attributes: [...data.matchAll(/`(data-[\w-]+)`/g)].map(([, attribute = '']) => attribute),
  state: [...state.matchAll(/`(\w+)`/g)].map(([, key = '']) => key),
  samples: partSamples[name] ?? [],
}))
const composed = [...docs.matchAll(/^\| `(\w+)` \| [^|]+ \|$/gm)].map(([, name = '']) => name)

/** Renders a part and finds its element. Some parts fetch first. */
const show = async (sample: Sample, className: string, common: Common = {}) => {
  const { container } = render(sample(common))
  await waitFor(() => expect(container.querySelector(`.${className}`)).not.toBeNull())
  return { container, root: container.querySelector<HTMLElement>(`.${className}`) as HTMLElement }
}

/** The attributes of a part's element, without generated ids and those that make it a button. */
const attributesOf = (element: HTMLElement) => {
  const stable = [...element.attributes].filter(
    ({ name }) => !['class', 'style', 'type', 'tabindex', 'role'].includes(name),
  )
  return Object.fromEntries(
    stable.map(({ name, value }) => [name, value.replaceAll(/_r_\w+_|:r\w+:|«r\w+»|tidings-\w+-\d+/g, 'id')]),
  )
}

beforeAll(() => {
  // A <section> replaces each element here, which makes some HTML invalid.
  vi.spyOn(console, 'error').mockImplementation((message: string) => {
    if (!/validateDOMNesting|cannot (be|appear|contain)/.test(message)) throw new Error(message)
  })
})

describe('docs/parts.md', () => {
  it('lists exactly the exported components', () => {
    const components = Object.keys(tidings).filter((name) => /^[A-Z]/.test(name))
    expect([...documented.map(({ name }) => name), ...composed].toSorted()).toEqual(components.toSorted())
  })

  it.each(documented)('documents the data attributes of $name', async ({ className, attributes, samples }) => {
    expect(samples).not.toEqual([])
    const markup: string[] = []
    const found = new Set<string>()
    for (const sample of samples) {
      const { container, root } = await show(sample, className)
      markup.push(container.innerHTML)
      for (const { name } of root.attributes) if (name.startsWith('data-')) found.add(name)
    }
    const occurs = (name: string) => markup.some((html) => html.includes(`${name}="`)) || css.includes(`[${name}`)
    expect(attributes.filter((name) => !occurs(name))).toEqual([])
    expect([...found].filter((name) => !attributes.includes(name))).toEqual([])
  })
})

describe.each(documented)('$name', ({ className, state: stateKeys, samples }) => {
  it('passes ref, class, style and other props to its element', async () => {
    for (const sample of samples) {
      const ref = vi.fn()
      const { root } = await show(sample, className, {
        ref,
        className: 'mine',
        style: { color: 'red' },
        'data-mine': 'yes',
      })
      expect(root.classList.contains('mine')).toBe(true)
      expect(root.style.color).toBe('red')
      expect(root.dataset.mine).toBe('yes')
      expect(ref).toHaveBeenCalledWith(root)
    }
  })

  it('is replaced by an element, with the same attributes and content', async () => {
    for (const sample of samples) {
      const [ref, theirRef] = [vi.fn(), vi.fn()]
      const own = await show(sample, className)
      const replaced = await show(sample, className, {
        ref,
        className: 'mine',
        render: <section ref={theirRef} className="theirs" style={{ color: 'red' }} />,
      })
      const { root } = replaced
      expect(root.tagName).toBe('SECTION')
      expect([...root.classList]).toEqual([className, 'mine', 'theirs'])
      expect(root.style.color).toBe('red')
      expect(ref).toHaveBeenCalledWith(root)
      expect(theirRef).toHaveBeenCalledWith(root)
      expect(attributesOf(root)).toEqual(attributesOf(own.root))
      expect(root.textContent).toBe(own.root.textContent)
      expect(root.getAttribute('role')).toBe(own.root.tagName === 'BUTTON' ? 'button' : own.root.getAttribute('role'))
      expect(root.tabIndex).toBe(own.root.tabIndex >= 0 && own.root.tagName !== 'A' ? 0 : -1)
    }
  })

  it('is replaced by a function that gets the state of its data attributes', async () => {
    const keys = new Set<string>()
    for (const sample of samples) {
      let given: object = {}
      const { root } = await show(sample, className, {
        render: (props, state) => {
          given = state
          return <section {...props} />
        },
      })
      expect(root.tagName).toBe('SECTION')
      const own = Object.fromEntries([...root.attributes].map(({ name, value }) => [name, value]))
      for (const [name, value] of Object.entries(stateAttributes({ ...given })))
        expect(own[name], name).toBe(value === undefined ? value : String(value))
      for (const key of Object.keys(given)) keys.add(key)
    }
    expect([...keys].toSorted()).toEqual(stateKeys.toSorted())
  })
})
