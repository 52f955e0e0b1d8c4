import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import { LiveExample } from '../../LiveExample.ts'
import 'tidings/styles.css'
import './site.css'

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => void app.component('LiveExample', LiveExample),
} satisfies Theme
