import { mount } from 'svelte'
import SveltePage from './SveltePage.svelte'

const target = document.querySelector('#root')
if (target) mount(SveltePage, { target })
