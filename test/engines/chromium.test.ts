import { startChromium } from './driver/startChromium.ts'
import { beyondEndToEnd, describeJourneys } from './journeys.ts'

describeJourneys('Chromium', startChromium, beyondEndToEnd)
