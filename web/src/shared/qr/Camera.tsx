import { Button } from '@mantine/core'
import { IconBulb, IconBulbOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as styles from './qr.module.css'
import { readQr } from './read-qr.ts'

/** Pause between two scans, against heating of a phone. */
const scanIntervalMs = 300

/** A frame that cannot be read, or a decoder that did not load, is tried again with the next frame. */
const readFrame = async (video: HTMLVideoElement): Promise<string | undefined> => {
  const picture = await createImageBitmap(video)
  try {
    return await readQr(picture)
  } finally {
    picture.close()
  }
}

type CameraProps = {
  onContent: (content: string) => void
  /** Called when the camera is refused, missing, or taken by another program. */
  onEnded: (reason: 'noCamera' | 'cameraLost') => void
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
    let isStopped = false
    let last = ''
    const scanFrame = async () => {
      const picture = video.current
      if (isStopped || !picture) return
      if (picture.readyState >= picture.HAVE_CURRENT_DATA) {
        const content = await readFrame(picture).catch(() => undefined)
        // The same code stays in view for many scans; it counts once.
        if (!isStopped && content && content !== last) {
          last = content
          handlers.current.onContent(content)
        }
      }
      if (!isStopped) timer = setTimeout(() => void scanFrame(), scanIntervalMs)
    }
    const start = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
        if (isStopped || !video.current) {
          for (const track of stream.getTracks()) track.stop()
          return
        }
        const [videoTrack] = stream.getVideoTracks()
        videoTrack?.addEventListener('ended', () => {
          if (!isStopped) handlers.current.onEnded('cameraLost')
        })
        setTrack(videoTrack)
        video.current.srcObject = stream
        await video.current.play()
        void scanFrame()
      } catch {
        if (!isStopped) handlers.current.onEnded('noCamera')
      }
    }
    void start()
    return () => {
      isStopped = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [])
  return (
    <div className={styles.qrSeen}>
      <video ref={video} className={styles.qrCamera} playsInline muted aria-label={t('qr.sees')} />
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
  const toggleTorch = () => {
    const constraint: Torch = { torch: !isOn }
    track.applyConstraints({ advanced: [constraint as MediaTrackConstraintSet] }).then(
      () => setOn(!isOn),
      () => undefined,
    )
  }
  const Icon = isOn ? IconBulbOff : IconBulb
  return (
    <Button variant="default" aria-pressed={isOn} leftSection={<Icon size={16} aria-hidden />} onClick={toggleTorch}>
      {t(isOn ? 'qr.torchOff' : 'qr.torchOn')}
    </Button>
  )
}
