import { createApp } from 'vue'
import 'tidings/element/standalone'
import App from './App.vue'

createApp(App).mount('#root')
