import { defineComponent, h, onBeforeUnmount, onMounted, type PropType, shallowRef } from 'vue'

/** Runs an example of the docs in the page: a module whose React components it renders in the browser. */
export const LiveExample = defineComponent({
  props: {
    /** Loads the module. */
    load: { type: Function as PropType<() => Promise<object>>, required: true },
  },
  setup({ load }) {
    const place = shallowRef<HTMLElement>()
    let unmount: (() => void) | undefined
    onMounted(async () => {
      const [{ mountExample }, module] = await Promise.all([import('./mountExample.tsx'), load()])
      // The visitor may have left the page.
      if (place.value) unmount = mountExample(place.value, module)
    })
    onBeforeUnmount(() => unmount?.())
    // The styles of the site's texts do not apply to `vp-raw`.
    return () => h('div', { ref: place, class: 'live-example vp-raw' })
  },
})
