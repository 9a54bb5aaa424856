import { Button, FileButton, Text } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import type { UploadLink } from '@vigilux/contract/features/files/file.ts'
import { pictureLimits } from '@vigilux/contract/features/pictures/picture.ts'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionName } from '../../shared/api/actions.ts'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AttachProgress, useAttach } from '../attachments/index.ts'
import * as styles from './pictures.module.css'

type PictureCardProps = {
  title: string
  /** Address of the picture; null when there is none. */
  address: string | null
  alt: string
  none: string
  hint: string
  /** Why the picture cannot be changed. */
  blockedReason?: string | undefined
  askLeave: (file: File) => Promise<UploadLink>
  remove: { run: () => Promise<unknown>; error: unknown; busy: boolean }
  /** The read which returns the address. */
  refresh: ActionName
}

/** One picture with its actions. */
export function PictureCard(props: PictureCardProps) {
  const { title, address, alt, none, hint, blockedReason, askLeave, remove, refresh } = props
  const { t } = useTranslation('pictures')
  const resetFileInput = useRef<() => void>(null)
  const { attach, ...progress } = useAttach({ maxBytes: pictureLimits.bytes, askLeave, refresh })
  const uploadPicture = (file: File | null) => {
    resetFileInput.current?.()
    if (file) void attach([file])
  }
  const removePicture = async () => {
    await remove.run()
    toastDone(t('removed'))
  }
  return (
    <Card title={title}>
      <div className={`${formStyles.settingsBody} ${styles.picture}`}>
        {address ? (
          <img src={address} alt={alt} />
        ) : (
          <span className={styles.pictureNone}>
            <IconPhoto size={28} stroke={1.6} aria-hidden />
            <Text size="sm">{none}</Text>
          </span>
        )}
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
        <AttachProgress {...progress} />
        <FormFailure error={remove.error} />
        <div className={layoutStyles.actions}>
          <FileButton accept="image/jpeg,image/png,image/webp" resetRef={resetFileInput} onChange={uploadPicture}>
            {({ onClick }) => (
              <ReasonButton
                variant="default"
                blockedReason={blockedReason}
                loading={progress.sending !== undefined}
                onClick={onClick}
              >
                {address ? t('replace') : t('choose')}
              </ReasonButton>
            )}
          </FileButton>
          {address && !blockedReason ? (
            <Button
              variant="subtle"
              color="red"
              loading={remove.busy}
              onClick={() => void removePicture().catch(() => undefined)}
            >
              {t('word.remove')}
            </Button>
          ) : null}
        </div>
      </div>
    </Card>
  )
}
