import { mount } from 'svelte'
import 'tidings/element/standalone'
import App from './App.svelte'

mount(App, { target: document.getElementById('root') })
