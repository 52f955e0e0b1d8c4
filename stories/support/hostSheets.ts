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

/** What classless style sheets set for elements: Pico, Milligram, Water, Sakura, MVP, Simple, new.css, awsm, Marx. */
const classless = `
  [role='group'] { display: inline-flex; position: relative; width: 100%; margin-bottom: 1rem; border-radius: 0.25rem; vertical-align: middle; }
  a { display: inline-block; font-weight: bold; }
  button, [role='button'] {
    display: inline-block; height: 3.8rem; max-width: 100%; border: 1px solid; border-radius: 0.4rem; box-shadow: 0 1px red;
    letter-spacing: 0.1rem; text-transform: uppercase; vertical-align: middle; white-space: nowrap;
  }
  button:hover { background: purple; color: white; filter: brightness(1.2); }
  h1, h2, h3 { margin-top: 3rem; color: navy; letter-spacing: -0.1rem; }
  li { margin-block: 0.4rem 1rem; padding: 0.2rem 0; color: navy; list-style: square; }
  p { color: navy; }
  section { justify-content: center; margin: 3rem 0; padding: 0; }
  svg { vertical-align: middle; }
  table { display: block; width: 100%; max-width: 100%; margin: 0 0 2.5rem; border: 1px solid; overflow: auto; text-align: left; white-space: nowrap; }
  th, td { border: 1px solid; color: navy; font-size: 0.9em; }
  time { padding: 2.5px 5px; background: #efefef; border-radius: 6px; }
`

/** The style sheets of frameworks, from their packages. */
export const hostSheets = {
  reset: '*, ::before, ::after { margin: 0; padding: 0; box-sizing: border-box; }',
  classless,
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
