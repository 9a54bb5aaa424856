import { Button, FileButton } from '@mantine/core'
import { IconCamera, IconPhoto, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serialInQr } from './qr-serial.ts'
import { readQr, readQrFile } from './read-qr.ts'

type ScannerProps = { digits: readonly number[]; onSerial: (serial: string) => void }
type Said = { kind: 'found' | 'none' | 'noCamera' | 'unreadable'; text?: string }

/** Brings serials from QR codes into the list: by the camera where there is one and it may be used, by a photo always. */
export function QrScanner({ digits, onSerial }: ScannerProps) {
  const { t } = useTranslation('configuration')
  const [looking, setLooking] = useState(false)
  const [said, setSaid] = useState<Said | undefined>()
  const take = (content: string | undefined) => {
    const serial = content === undefined ? undefined : serialInQr(content, digits)
    if (serial) onSerial(serial)
    setSaid(serial ? { kind: 'found', text: serial } : { kind: 'none', ...(content ? { text: content } : {}) })
  }
  const readFile = (file: File | null) => {
    if (file)
      readQrFile(file)
        .then(take)
        .catch(() => setSaid({ kind: 'unreadable' }))
  }
  return (
    <div className="vx-qr">
      <div className="vx-actions">
        <Button
          variant="default"
          leftSection={looking ? <IconX size={16} aria-hidden /> : <IconCamera size={16} aria-hidden />}
          onClick={() => {
            setSaid(undefined)
            setLooking(!looking)
          }}
        >
          {looking ? t('qr.stop') : t('qr.camera')}
        </Button>
        <FileButton accept="image/*" onChange={readFile}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconPhoto size={16} aria-hidden />}>
              {t('qr.photo')}
            </Button>
          )}
        </FileButton>
      </div>
      {looking ? (
        <Camera
          onContent={take}
          onRefused={() => {
            setLooking(false)
            setSaid({ kind: 'noCamera' })
          }}
        />
      ) : null}
      {said ? (
        <p role="status" className={said.kind === 'found' ? 'vx-quiet' : 'vx-refusal'}>
          {said.kind === 'found' ? t('qr.found', { serial: said.text }) : t(`qr.${said.kind}`)}
        </p>
      ) : null}
    </div>
  )
}

/** Pause between two looks, so that a phone stays cool. */
const lookEveryMs = 300

function Camera({ onContent, onRefused }: { onContent: (content: string) => void; onRefused: () => void }) {
  const { t } = useTranslation('configuration')
  const video = useRef<HTMLVideoElement>(null)
  const handlers = useRef({ onContent, onRefused })
  handlers.current = { onContent, onRefused }
  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let over = false
    let last = ''
    const look = async () => {
      const picture = video.current
      if (over || !picture) return
      if (picture.readyState >= picture.HAVE_CURRENT_DATA) {
        const content = await createImageBitmap(picture).then(readQr, () => undefined)
        // The same code stays before the camera for many looks; it counts once.
        if (!over && content && content !== last) {
          last = content
          handlers.current.onContent(content)
        }
      }
      if (!over) timer = setTimeout(() => void look(), lookEveryMs)
    }
    const start = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
        if (over || !video.current) {
          for (const track of stream.getTracks()) track.stop()
          return
        }
        video.current.srcObject = stream
        await video.current.play()
        void look()
      } catch {
        if (!over) handlers.current.onRefused()
      }
    }
    void start()
    return () => {
      over = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [])
  return <video ref={video} className="vx-qr-camera" playsInline muted aria-label={t('qr.sees')} />
}
