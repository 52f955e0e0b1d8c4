import { englishLabels, type InboxLanguage } from '../components/language/labels.ts'

/** English, the default. */
export const english: InboxLanguage = { locale: 'en', labels: englishLabels }
