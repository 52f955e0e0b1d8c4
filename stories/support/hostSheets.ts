import { compile } from 'tailwindcss'
import bootstrap from 'bootstrap/dist/css/bootstrap.css?raw'
import preflight3 from 'tailwindcss-3/src/css/preflight.css?raw'
import tailwind from 'tailwindcss/index.css?raw'

/** A style sheet of Tailwind CSS 4, compiled as in its own build. */
const compileTailwind = async (css: string, classes: string[] = []): Promise<string> => {
  const { build } = await compile(css, {
    loadStylesheet: (id, base) => {
      if (id !== 'tailwindcss') throw new Error(`There is no style sheet ${id}.`)
      return Promise.resolve({ path: id, base, content: tailwind })
    },
  })
  return build(classes)
}

/** The base rules that `npx shadcn init` writes. */
const shadcn = `
  @import 'tailwindcss';
  :root { --border: oklch(0.92 0.004 286.32); --ring: oklch(0.705 0.015 286.067); --background: #fff; --foreground: #09090b; --radius: 0.625rem; }
  @theme inline { --color-border: var(--border); --color-ring: var(--ring); --color-background: var(--background); --color-foreground: var(--foreground); }
  @layer base {
    * { @apply border-border outline-ring/50; }
    body { @apply bg-background text-foreground; }
  }
`

/** The style sheets of frameworks, from their packages. */
export const hostSheets = {
  reset: '*, ::before, ::after { margin: 0; padding: 0; box-sizing: border-box; }',
  bootstrap,
  // The functions contain their defaults.
  tailwind3: `${preflight3.replaceAll(/theme\('[^']+',\s*([^;]+)\);/g, '$1;')} .p-8 { padding: 2rem }`,
  tailwind4: await compileTailwind("@import 'tailwindcss';", ['p-8']),
  // In ordered layers, for tidings/styles.layered.css.
  tailwind4Ordered: await compileTailwind(
    "@layer theme, base, tidings, components, utilities; @import 'tailwindcss';",
    ['p-8'],
  ),
  shadcn: await compileTailwind(shadcn),
} as const
