export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  app: {
    head: {
      htmlAttrs: { lang: 'en', style: 'color-scheme: light dark' },
      title: 'tidings with Nuxt',
      link: [{ rel: 'icon', href: 'data:,' }],
    },
  },
})
