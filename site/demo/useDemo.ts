import { computed, ref, watch } from 'vue'

interface Accent {
  name: string
  light: string
  dark: string
}

/** The first is the inbox's own. */
export const accents: [Accent, ...Accent[]] = [
  { name: 'Indigo', light: '#4c58d0', dark: '#8f99fa' },
  { name: 'Green', light: '#0b6e4f', dark: '#5fd3a8' },
  { name: 'Plum', light: '#7a3e9d', dark: '#d3a4ee' },
  { name: 'Brick', light: '#a63d2f', dark: '#f5a08f' },
]

/** What can happen to the reader of the demo: the workflow of a notification, and its button on the start page. */
export const happenings = [
  { id: 'mention', text: 'Mention Pia' },
  { id: 'invitation', text: 'Invite her' },
  { id: 'invoice', text: 'Send an invoice' },
] as const
export type Happening = (typeof happenings)[number]['id']

const frames = () => [...document.querySelectorAll<HTMLIFrameElement>('.start-frame')]

/** The theme editor of the start page, and its buttons. Both change the apps in the frames of the page. */
export const useDemo = () => {
  const accent = ref(accents[0])
  const radius = ref(0.75)
  const density = ref<'comfortable' | 'compact'>('comfortable')
  const scheme = ref<'page' | 'light' | 'dark'>('page')
  const copyResult = ref('')

  const variables = computed(() => ({
    '--tidings-accent': `light-dark(${accent.value.light}, ${accent.value.dark})`,
    '--tidings-radius': `${radius.value}rem`,
  }))
  const lines = computed(() => {
    const props = [
      ...(density.value === 'compact' ? ['density="compact"'] : []),
      ...(scheme.value === 'page' ? [] : [`theme="${scheme.value}"`]),
    ]
    const css = Object.entries(variables.value).map(([name, value]) => `    ${name}: ${value};\n`)
    return [
      '@supports (color: light-dark(#fff, #000)) {\n  :root {\n',
      ...css,
      '  }\n}',
      ...(props.length > 0 ? [`\n\n<Inbox … ${props.join(' ')} />`] : []),
    ].join('')
  })

  /** Gives the apps the chosen look. A frame that loads later gets it then. */
  const dress = () => {
    for (const { contentDocument } of frames()) {
      if (!contentDocument) continue
      const { style, dataset } = contentDocument.documentElement
      for (const [name, value] of Object.entries(variables.value)) style.setProperty(name, value)
      style.colorScheme = scheme.value === 'page' ? '' : scheme.value
      dataset['tidingsDensity'] = density.value
    }
  }
  watch([variables, density, scheme], () => {
    copyResult.value = ''
    dress()
  })

  return {
    accent,
    radius,
    density,
    scheme,
    lines,
    copyResult,
    dress,
    copy: () =>
      navigator.clipboard.writeText(lines.value).then(
        () => (copyResult.value = 'Copied.'),
        () => (copyResult.value = 'The browser did not allow it: select the text instead.'),
      ),
    send: (happening: Happening) => {
      for (const { contentWindow } of frames()) contentWindow?.postMessage(happening, location.origin)
    },
  }
}
