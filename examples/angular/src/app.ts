import { Component, CUSTOM_ELEMENTS_SCHEMA, inject, signal } from '@angular/core'
import { Router, RouterLink, RouterOutlet } from '@angular/router'
import type { RenderRow } from 'tidings/element/standalone'
import { german } from 'tidings/languages/de'

@Component({
  selector: 'app-root',
  imports: [RouterLink, RouterOutlet],
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <header class="bar">
      <a routerLink="/">Your app</a>
      <tidings-inbox
        subscriber-id="anna"
        base-url="/api/inbox"
        [open]="isOpen()"
        [language]="isGerman() ? german : undefined"
        [navigate]="navigate"
        [renderItem]="renderItem"
        (tidings-open-change)="isOpen.set($event.detail.open)"
        (tidings-open)="opened.set($event.detail.notification.content)"
      />
    </header>
    <main class="content">
      <label><input type="checkbox" (change)="isGerman.set(!isGerman())" /> Deutsch</label>
      <p>
        Opened: <output>{{ opened() }}</output>
      </p>
      <button (click)="isOpen.set(true)">Show the news</button>
      <router-outlet />
    </main>
  `,
})
export class App {
  private readonly router = inject(Router)
  protected readonly german = german
  protected readonly isOpen = signal(false)
  protected readonly isGerman = signal(false)
  protected readonly opened = signal('nothing yet')

  /** Links of notifications open pages of the app. */
  protected readonly navigate = (path: string) => this.router.navigateByUrl(path)

  protected readonly renderItem: RenderRow = (container, { read, subject, content }) => {
    container.className = 'row'
    container.textContent = `${read ? '✓' : '★'} ${subject} ${content}`
  }
}
