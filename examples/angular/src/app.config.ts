import { type ApplicationConfig, Component, provideBrowserGlobalErrorListeners } from '@angular/core'
import { provideClientHydration } from '@angular/platform-browser'
import { provideRouter } from '@angular/router'

@Component({ selector: 'app-home', template: '<h1>Home</h1>' })
class Home {}

@Component({ selector: 'app-about', template: '<h1>About</h1>' })
class About {}

export const appConfig: ApplicationConfig = {
  providers: [
    provideBrowserGlobalErrorListeners(),
    provideClientHydration(),
    provideRouter([
      { path: '', component: Home },
      { path: 'about', component: About },
    ]),
  ],
}
