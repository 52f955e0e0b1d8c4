import type { StorybookConfig } from '@storybook/react-vite'

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../stories/**/*.mdx', '../stories/**/*.stories.tsx'],
  staticDirs: ['../stories/public'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: {
    // It resolves types in other files, including `Omit` and `Pick`. Inherited HTML attributes are not listed.
    reactDocgen: 'react-docgen-typescript',
    reactDocgenTypescriptOptions: {
      include: ['src/**/*.tsx'],
      shouldExtractLiteralValuesFromEnum: true,
      shouldRemoveUndefinedFromOptional: true,
      propFilter: ({ parent, declarations }) =>
        ![parent, ...(declarations ?? [])].some((each) => each?.fileName.includes('node_modules')),
    },
  },
  viteFinal: (vite) => {
    // The project's build creates a library without its peer dependencies. Storybook bundles a page with everything.
    const { lib: _lib, rolldownOptions: _options, ...build } = vite.build ?? {}
    // Imported on demand, too late for Vite's scan: the page would reload.
    const optimizeDeps = { ...vite.optimizeDeps, include: [...(vite.optimizeDeps?.include ?? []), 'dompurify'] }
    // The project's own plugins write the package.
    const plugins = vite.plugins?.flat().filter((each) => !(each && 'name' in each && each.name.startsWith('tidings:')))
    return { ...vite, plugins, optimizeDeps, build: { ...build, chunkSizeWarningLimit: 4000 } }
  },
}

export default config
