import { startWebKit } from './driver/startWebKit.ts'
import { describeJourneys } from './journeys.ts'

describeJourneys('WebKit', startWebKit)
