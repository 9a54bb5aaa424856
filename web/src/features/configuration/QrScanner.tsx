import { Button, FileButton } from '@mantine/core'
import { IconCamera, IconPhoto, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Camera } from './Camera.tsx'
import { readQrFile } from './read-qr.ts'

type ScannerProps = {
  /** Handles a code; returns the text to show, and whether the code is suitable. */
  onCode: (content: string) => { words: string; isGood: boolean }
}
type ScanMessage = { words: string; isGood: boolean }

/** Reads QR codes: from the camera if it exists and is allowed, from a photo always. */
export function QrScanner({ onCode }: ScannerProps) {
  const { t } = useTranslation('configuration')
  const [looking, setLooking] = useState(false)
  const [said, setSaid] = useState<ScanMessage | undefined>()
  const take = (content: string | undefined) =>
    setSaid(content === undefined ? { words: t('qr.none'), isGood: false } : onCode(content))
  const readFile = (file: File | null) => {
    if (file)
      readQrFile(file)
        .then(take)
        .catch(() => setSaid({ words: t('qr.unreadable'), isGood: false }))
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
          onEnded={(why) => {
            setLooking(false)
            setSaid({ words: t(`qr.${why}`), isGood: false })
          }}
        />
      ) : null}
      {said ? (
        <p role="status" className={said.isGood ? 'vx-quiet' : 'vx-refusal'}>
          {said.words}
        </p>
      ) : null}
    </div>
  )
}
