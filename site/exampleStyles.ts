import css from '../src/styles/styles.css?inline'

if (!import.meta.env.SSR) document.head.append(Object.assign(document.createElement('style'), { textContent: css }))
