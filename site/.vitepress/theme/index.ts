import type { Theme } from 'vitepress'
// The default theme without its font, of 70 kB (texts have the system's, and don't move when another one comes), and
// without what only its index imports: teams and sponsors.
import Layout from 'vitepress/dist/client/theme-default/Layout.vue'
import { onMounted } from 'vue'
import 'vitepress/dist/client/theme-default/styles/vars.css'
import 'vitepress/dist/client/theme-default/styles/base.css'
import 'vitepress/dist/client/theme-default/styles/icons.css'
import 'vitepress/dist/client/theme-default/styles/utils.css'
import 'vitepress/dist/client/theme-default/styles/components/vp-code.css'
import 'vitepress/dist/client/theme-default/styles/components/vp-doc.css'
import { LiveExample } from '../../LiveExample.ts'
import './site.css'

export default {
  Layout,
  setup: () => onMounted(() => document.documentElement.classList.add('mounted')),
  enhanceApp: ({ app }) => void app.component('LiveExample', LiveExample),
} satisfies Theme
