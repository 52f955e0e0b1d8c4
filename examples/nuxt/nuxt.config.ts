export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  app: {
    head: {
      htmlAttrs: { lang: 'en', style: 'color-scheme: light dark' },
      title: 'tidings with Nuxt',
      link: [{ rel: 'icon', href: 'data:,' }],
    },
  },
  // Else Vite finds them when the first page imports them, and loads that page again.
  devtools: { enabled: false },
  vite: { optimizeDeps: { include: ['tidings/vue'] } },
})
