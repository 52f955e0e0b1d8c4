import { englishLabels, type InboxLanguage } from '../components/language/labels.ts'

/** English, the default. Pass it if the browser's locale is another one. */
export const english: InboxLanguage = { locale: 'en', labels: englishLabels }
