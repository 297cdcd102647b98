import type { SyntheticEvent, KeyboardEvent, ReactNode } from 'react';
import { useIntents, useMirror, useServices, useFirstStrings } from '../store/window-services.ts';
import { Button } from './Button.tsx';
import { LimitTime } from './LimitTime.tsx';

type ScreenFrameProps = Readonly<{
  /** Names the screen for its styles. */
  name: string;
  heading: string;
  children?: ReactNode;
  /** The one thing to do. */
  primary?: ReactNode;
  /** The other ways, left; what ends the login stands right. */
  ways?: ReactNode;
  exit?: ReactNode;
  /** For somebody else, behind everything that the person may do: a form must not be pushed out of sight by it. */
  after?: ReactNode;
  onSubmit?: () => void;
}>;

/**
 * What all screens share, in the order that never changes: heading, the middle, the one thing to do,
 * the other ways. The heading and the one thing to do keep their place from screen to screen.
 */
export function ScreenFrame({
  name,
  heading,
  children,
  primary,
  ways,
  exit,
  after,
  onSubmit,
}: ScreenFrameProps) {
  const body = (
    <>
      <div className="screen__middle">{children}</div>
      <div className="screen__actions">
        <TroubleBar />
        <LimitTime />
        {primary}
        <div className="ways">
          <div className="ways__on">{ways}</div>
          {exit}
        </div>
        {after}
      </div>
    </>
  );
  return (
    <main className={`screen screen--${name}`}>
      <h1 tabIndex={-1}>{heading}</h1>
      {onSubmit === undefined ? (
        <div className="screen__body">{body}</div>
      ) : (
        <form
          className="screen__body"
          noValidate
          onKeyDown={ignoreHeldEnter}
          onSubmit={(event) => submit(event, onSubmit)}
        >
          {body}
        </form>
      )}
    </main>
  );
}

function submit(event: SyntheticEvent, onSubmit: () => void): void {
  event.preventDefault();
  onSubmit();
}

/** A held-down Enter in a field submits once. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

/** Ends the login from any screen. */
export function CancelButton() {
  const { cancel } = useIntents();
  return <Button onPress={() => void cancel()}>{useFirstStrings().common.cancel}</Button>;
}

/** A call that main refused, in plain words; never swallowed. */
function TroubleBar() {
  const trouble = useMirror((mirror) => mirror.trouble);
  const strings = useFirstStrings();
  const { refresh } = useServices();
  if (trouble === null) return null;
  return (
    <div className="notice notice--trouble">
      <p>{strings.trouble[trouble.code]}</p>
      {trouble.from === 'view' && trouble.code !== 'no-bridge' ? (
        <Button onPress={refresh}>{strings.common.tryAgain}</Button>
      ) : null}
    </div>
  );
}
