/** Red, green and blue of CSS colors that the browser paints over each other. */
const paint = (...colors: string[]): number[] => {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) throw new Error('The browser has no canvas.')
  for (const color of colors) {
    context.fillStyle = color
    context.fillRect(0, 0, 1, 1)
  }
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)
}

const luminance = (...colors: string[]): number => {
  const [red = 0, green = 0, blue = 0] = paint(...colors).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of a CSS color on an opaque background by WCAG, from 1 to 21. */
export const contrast = (color: string, background: string): number => {
  const [light = 0, dark = 0] = [luminance(background, color), luminance(background)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}
