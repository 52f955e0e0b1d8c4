import type { StorybookConfig } from '@storybook/react-vite'

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../stories/**/*.mdx', '../stories/**/*.stories.tsx'],
  staticDirs: ['../stories/public'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: {
    // It follows types into other files, `Omit` and `Pick` too. What a component takes from HTML is not listed.
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
    // The project's own build makes a library, without what its users bring along. Storybook makes a page of all of it.
    const { lib: _lib, rolldownOptions: _options, ...build } = vite.build ?? {}
    // It is imported only when it is needed, too late to be found beforehand: the page would load anew.
    const optimizeDeps = { ...vite.optimizeDeps, include: [...(vite.optimizeDeps?.include ?? []), 'dompurify'] }
    return { ...vite, optimizeDeps, build: { ...build, chunkSizeWarningLimit: 4000 } }
  },
}

export default config
