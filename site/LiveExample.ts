import { defineComponent, h, onBeforeUnmount, onMounted, type PropType, shallowRef } from 'vue'

interface Mount {
  /** Renders the example. Returns a function that removes it. */
  mountExample: (place: HTMLElement, module: object) => () => void
}

/** How far below the window an example may be when it starts, so that most visitors don't see it load. */
const rootMargin = '200px'

/** Runs an example in the page when it comes into view: a module whose React components it renders in the browser. */
export const LiveExample = defineComponent({
  props: {
    /** Loads the module. */
    load: { type: Function as PropType<() => Promise<object>>, default: () => Promise.resolve({}) },
    /** Loads what renders it. */
    mount: { type: Function as PropType<() => Promise<Mount>>, default: () => import('./mountExample.tsx') },
  },
  setup({ load, mount }) {
    const place = shallowRef<HTMLElement>()
    let unmount: (() => void) | undefined
    const start = async () => {
      const [{ mountExample }, module] = await Promise.all([mount(), load()])
      // The visitor may have left the page.
      if (place.value) unmount = mountExample(place.value, module)
    }
    const observer = import.meta.env.SSR
      ? undefined
      : new IntersectionObserver(
          (entries) => {
            if (!entries.some(({ isIntersecting }) => isIntersecting)) return
            observer?.disconnect()
            void start()
          },
          { rootMargin },
        )
    onMounted(() => place.value && observer?.observe(place.value))
    onBeforeUnmount(() => {
      observer?.disconnect()
      unmount?.()
    })
    // The styles of the site's texts do not apply to `vp-raw`.
    return () => h('div', { ref: place, class: 'live-example vp-raw' })
  },
})
