export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  app: {
    head: {
      htmlAttrs: { lang: 'en', style: 'color-scheme: light dark' },
      title: 'tidings with Nuxt',
      link: [{ rel: 'icon', href: 'data:,' }],
    },
  },
  // Else Vite finds it when the first page imports it, and loads that page again.
  vite: { optimizeDeps: { include: ['tidings/vue'] } },
})
