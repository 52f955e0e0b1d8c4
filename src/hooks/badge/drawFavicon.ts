import { siteOrigin } from '../../contract/inbox/siteOrigin.ts'

/** The text and colors of the badge on an icon. */
export interface FaviconBadgeLook {
  /** At most two characters. */
  text: string
  /** The background, as a CSS color. */
  color: string
  /** The text, as a CSS color. */
  textColor: string
}

/** Width and height of the drawing in pixels: twice the size that most browsers show. Others scale it down. */
const size = 64

/** Resolves with undefined if the image can't be loaded. */
const loadImage = (url: string) =>
  new Promise<HTMLImageElement | undefined>((resolve) => {
    const image = new Image()
    const base = document.baseURI
    if (URL.canParse(url, base) && new URL(url, base).origin !== siteOrigin()) image.crossOrigin = 'anonymous'
    image.addEventListener('load', () => resolve(image))
    image.addEventListener('error', () => resolve(undefined))
    image.src = url
  })

/**
 * The first drawing as an image, or undefined if the content security policy forbids `data:` images. Loaded once,
 * because browsers report each violation of the policy.
 */
let firstDrawing: Promise<HTMLImageElement | undefined> | undefined

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
    // Clears a ring around the badge, so that it stands out from an icon of any color.
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
 * If the icon can't be loaded, the badge fills the drawing.
 *
 * @param icon the URL of the icon.
 * @returns a PNG as a `data:` URL. Undefined if it can't be drawn or shown: the content security policy forbids it, or
 * the icon is from another site without CORS headers.
 */
export const drawFavicon = async (icon: string, look: FaviconBadgeLook): Promise<string | undefined> => {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return undefined
  const { canvas } = context
  canvas.width = size
  canvas.height = size
  const image = await loadImage(icon)
  if (image) context.drawImage(image, 0, 0, size, size)
  drawBadge(context, look, image === undefined)
  try {
    const drawing = canvas.toDataURL()
    firstDrawing ??= loadImage(drawing)
    return (await firstDrawing) && drawing
  } catch {
    // An icon from another site: the browser does not let a page read its pixels.
    return undefined
  }
}
