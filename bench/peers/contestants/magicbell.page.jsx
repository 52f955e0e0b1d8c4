import Provider from '@magicbell/react/context-provider'
import Inbox from '@magicbell/react/inbox'
import '@magicbell/react/styles/inbox.css'
import { createRoot } from 'react-dom/client'

const encode = (value) => btoa(JSON.stringify(value)).replaceAll('=', '')
const token = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ user_external_id: 'subscriber', api_key: 'key' })}.x`

const row = '.magicbell--inbox-item'

/** @type {import('../contestant.ts').Contestant} */
export default {
  mount: (host) =>
    createRoot(host).render(
      <Provider token={token}>
        <Inbox height={600} itemHeight={80} />
      </Provider>,
    ),
  row,
  scroller: () =>
    document.querySelector('.magicbell--inbox > div:not(.magicbell--inbox-header, .magicbell--inbox-footer)'),
  isUnread: (item) => item.dataset.status === 'unread',
  // Its header and footer cover the first and last rows.
  firstUnread: () => {
    const view = document.querySelector('.magicbell--inbox').getBoundingClientRect()
    return [...document.querySelectorAll(`${row}[data-status=unread]`)].find((item) => {
      const { top, bottom } = item.getBoundingClientRect()
      return top > view.top + 60 && bottom < view.bottom - 120
    })
  },
  menu: (item) => item.querySelector('.magicbell--inbox-item--action button, .magicbell--inbox-item--action *'),
  markButton: () =>
    [...document.querySelectorAll('button, [role=menuitem], .magicbell--floating-menu-item')].find(
      ({ textContent }) => textContent.trim() === 'Mark as read',
    ),
  markAll: [() => document.querySelector('.magicbell--inbox-header--button[title="Mark all as read"]')],
}
