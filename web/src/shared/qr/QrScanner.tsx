import { Button, FileButton } from '@mantine/core'
import { IconCamera, IconPhoto, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as layoutStyles from '../layout/layout.module.css'
import { Camera } from './Camera.tsx'
import * as styles from './qr.module.css'
import { readQrFile } from './read-qr.ts'

type ScannerProps = {
  /** Handles a code; returns the text to show, and whether the code is suitable. */
  onCode: (content: string) => { message: string; isGood: boolean }
}
type ScanMessage = { message: string; isGood: boolean }

/** Reads QR codes: from the camera if it exists and is allowed, from a photo always. */
export function QrScanner({ onCode }: ScannerProps) {
  const { t } = useTranslation('configuration')
  const [isLooking, setLooking] = useState(false)
  const [message, setMessage] = useState<ScanMessage | undefined>()
  const showContent = (content: string | undefined) =>
    setMessage(content === undefined ? { message: t('qr.none'), isGood: false } : onCode(content))
  const readFile = (file: File | null) => {
    if (file)
      readQrFile(file)
        .then(showContent)
        .catch(() => setMessage({ message: t('qr.unreadable'), isGood: false }))
  }
  return (
    <div className={styles.qr}>
      <div className={layoutStyles.actions}>
        <Button
          variant="default"
          leftSection={isLooking ? <IconX size={16} aria-hidden /> : <IconCamera size={16} aria-hidden />}
          onClick={() => {
            setMessage(undefined)
            setLooking(!isLooking)
          }}
        >
          {isLooking ? t('qr.stop') : t('qr.camera')}
        </Button>
        <FileButton accept="image/*" onChange={readFile}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconPhoto size={16} aria-hidden />}>
              {t('qr.photo')}
            </Button>
          )}
        </FileButton>
      </div>
      {isLooking ? (
        <Camera
          onContent={showContent}
          onEnded={(reason) => {
            setLooking(false)
            setMessage({ message: t(`qr.${reason}`), isGood: false })
          }}
        />
      ) : null}
      {message ? (
        <p role="status" className={message.isGood ? 'vx-quiet' : layoutStyles.refusal}>
          {message.message}
        </p>
      ) : null}
    </div>
  )
}
