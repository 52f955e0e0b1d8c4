/** What the badge on an icon looks like. Colours are of CSS. */
export interface FaviconBadgeLook {
  text: string
  color: string
  textColor: string
}

/** Twice what most browsers show, and what others scale down from. */
const size = 64

/** Undefined: it can't be loaded. */
const loadImage = (address: string) =>
  new Promise<HTMLImageElement | undefined>((resolve) => {
    const image = new Image()
    if (new URL(address, location.href).origin !== location.origin) image.crossOrigin = 'anonymous'
    image.addEventListener('load', () => resolve(image))
    image.addEventListener('error', () => resolve(undefined))
    image.src = address
  })

const emptyImage = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

let permission: Promise<boolean> | undefined

/** Whether the page's content security policy lets an icon be a `data:` address. Asked once: each "no" is reported. */
const mayShowDrawings = () => (permission ??= loadImage(emptyImage).then((image) => image !== undefined))

const drawBadge = (
  context: CanvasRenderingContext2D,
  { text, color, textColor }: FaviconBadgeLook,
  isAlone: boolean,
) => {
  const height = isAlone ? size : size * 0.66
  context.font = `700 ${height * 0.8}px system-ui, sans-serif`
  const width = Math.min(size, Math.max(height, context.measureText(text).width + height * 0.3))
  const [left, top] = [size - width, size - height]
  context.beginPath()
  context.roundRect(left, top, width, height, height / 2)
  if (!isAlone) {
    // Cut out of the icon, so that the badge is told from it in any colour.
    context.globalCompositeOperation = 'destination-out'
    context.lineWidth = size / 10
    context.stroke()
    context.globalCompositeOperation = 'source-over'
  }
  context.fillStyle = color
  context.fill()
  context.fillStyle = textColor
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(text, left + width / 2, top + height * 0.54, width)
}

/**
 * Draws a badge over an icon. An icon that can't be loaded is left out, and the badge stands alone.
 *
 * @param icon address of the icon.
 * @returns the address of the drawing (PNG, `data:`). Undefined where it can't be drawn or shown: the policy of the page
 * forbids it, or the icon is of another site that does not lend it.
 */
export const drawFavicon = async (icon: string, look: FaviconBadgeLook): Promise<string | undefined> => {
  const context = document.createElement('canvas').getContext('2d')
  if (!context || !(await mayShowDrawings())) return undefined
  const { canvas } = context
  canvas.width = size
  canvas.height = size
  const image = await loadImage(icon)
  if (image) context.drawImage(image, 0, 0, size, size)
  drawBadge(context, look, image === undefined)
  try {
    return canvas.toDataURL('image/png')
  } catch {
    // An icon of another site: the browser keeps what is drawn of it to itself.
    return undefined
  }
}
