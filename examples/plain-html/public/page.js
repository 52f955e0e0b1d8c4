import { german } from '/tidings/languages/de.js'

const inbox = document.querySelector('tidings-inbox')
const checkbox = document.querySelector('#german')

checkbox.addEventListener('change', () => {
  inbox.language = checkbox.checked ? german : undefined
})
