import { useEffect, useState } from 'react'

/** A QR code of a text. Until it is rendered, or if that fails, the text next to it must suffice. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [picture, setPicture] = useState<string>()
  useEffect(() => {
    let isShown = true
    import('./qr-picture.ts')
      .then(({ qrPicture }) => qrPicture(text))
      .then((svg) => isShown && setPicture(`data:image/svg+xml,${encodeURIComponent(svg)}`))
      .catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [text])
  return picture ? <img className="vx-qr-code" src={picture} alt={label} width={180} height={180} /> : null
}
