/** In the place of a part of the theme that this site has no use for. */
export default (): null => null
