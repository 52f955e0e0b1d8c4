import { bootstrapApplication } from '@angular/platform-browser'
import 'tidings/element/standalone'
import { App } from './app'
import { appConfig } from './app.config'

bootstrapApplication(App, appConfig).catch(console.error)
