import { Button } from '@mantine/core'
import { IconBulb, IconBulbOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readQr } from './read-qr.ts'

/** Pause between two scans, so that a phone stays cool. */
const scanIntervalMs = 300

type CameraProps = {
  onContent: (content: string) => void
  /** Called when the camera is refused, missing, or taken by another program. */
  onEnded: (why: 'noCamera' | 'cameraLost') => void
}

type Torch = { torch?: boolean }

/** Scans QR codes through a phone's back camera, or a computer's only one. */
export function Camera({ onContent, onEnded }: CameraProps) {
  const { t } = useTranslation('configuration')
  const video = useRef<HTMLVideoElement>(null)
  const handlers = useRef({ onContent, onEnded })
  handlers.current = { onContent, onEnded }
  const [track, setTrack] = useState<MediaStreamTrack>()
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
        // The same code stays in view for many scans; it counts once.
        if (!over && content && content !== last) {
          last = content
          handlers.current.onContent(content)
        }
      }
      if (!over) timer = setTimeout(() => void look(), scanIntervalMs)
    }
    const start = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
        if (over || !video.current) {
          for (const one of stream.getTracks()) one.stop()
          return
        }
        const [seen] = stream.getVideoTracks()
        seen?.addEventListener('ended', () => {
          if (!over) handlers.current.onEnded('cameraLost')
        })
        setTrack(seen)
        video.current.srcObject = stream
        await video.current.play()
        void look()
      } catch {
        if (!over) handlers.current.onEnded('noCamera')
      }
    }
    void start()
    return () => {
      over = true
      clearTimeout(timer)
      for (const one of stream?.getTracks() ?? []) one.stop()
    }
  }, [])
  return (
    <div className="vx-qr-seen">
      <video ref={video} className="vx-qr-camera" playsInline muted aria-label={t('qr.sees')} />
      {track ? <TorchButton track={track} /> : null}
    </div>
  )
}

/** Only for cameras with a light; most computers have none. */
function TorchButton({ track }: { track: MediaStreamTrack }) {
  const { t } = useTranslation('configuration')
  const [isOn, setOn] = useState(false)
  const { torch } = (track.getCapabilities?.() ?? {}) as Torch
  if (!torch) return null
  const turn = () => {
    const wanted: Torch = { torch: !isOn }
    track.applyConstraints({ advanced: [wanted as MediaTrackConstraintSet] }).then(
      () => setOn(!isOn),
      () => undefined,
    )
  }
  const Icon = isOn ? IconBulbOff : IconBulb
  return (
    <Button variant="default" aria-pressed={isOn} leftSection={<Icon size={16} aria-hidden />} onClick={turn}>
      {t(isOn ? 'qr.torchOff' : 'qr.torchOn')}
    </Button>
  )
}
