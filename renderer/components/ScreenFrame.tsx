import { useState, type SyntheticEvent, type KeyboardEvent, type ReactNode } from 'react';
import {
  useIntents,
  useMirror,
  useOpening,
  useServices,
  useStrings,
} from '../store/use-services.ts';
import { breakable } from '../view/breakable.ts';
import { Button } from './Button.tsx';
import { LimitTime } from './TimeLeft.tsx';

type ScreenFrameProps = Readonly<{
  name: string;
  heading: string;
  children?: ReactNode;
  primary?: ReactNode;
  /** Further actions. `exit`, which ends the login, follows them. */
  secondary?: ReactNode;
  exit?: ReactNode;
  /** Content after all actions, so that it cannot push a form out of sight. */
  after?: ReactNode;
  onSubmit?: () => void;
  /** Announced with the heading; default: `useOpening`. */
  opening?: string;
}>;

/**
 * Accessible name (heading and label, WCAG 2.5.3) and description of the first field, which takes
 * the focus.
 */
export const firstField = (
  screen: string,
  labelId: string,
  descriptionId: string,
  ...furtherIds: readonly string[]
) => ({
  'aria-labelledby': `${screen}-heading ${labelId}`,
  'aria-describedby': [descriptionId, ...furtherIds, `${screen}-opening`].join(' '),
});

/** Common layout. The heading and the primary action keep their place on every screen. */
export function ScreenFrame({
  name,
  heading,
  children,
  primary,
  secondary,
  exit,
  after,
  onSubmit,
  opening,
}: ScreenFrameProps) {
  const openingOfNews = useOpening();
  const [wasAnnounced, setAnnounced] = useState(false);
  const headingId = `${name}-heading`;
  // The text is announced once: when the focus returns, it is outdated.
  const description = wasAnnounced ? '' : (opening ?? openingOfNews);
  const body = (
    <>
      <div className="screen__middle">{children}</div>
      <div className="screen__actions">
        <TroubleBar />
        <Asides />
        {primary}
        <div className="secondary">
          <div className="secondary__on">{secondary}</div>
          {exit}
        </div>
        {after}
      </div>
    </>
  );
  return (
    <main
      className={`screen screen--${name}`}
      {...(onSubmit === undefined ? focusAttributes(headingId, description) : {})}
      onBlur={() => setAnnounced(true)}
    >
      <h1 id={headingId}>{breakable(heading)}</h1>
      {onSubmit === undefined ? (
        <div className="screen__body">{body}</div>
      ) : (
        <form
          className="screen__body"
          noValidate
          onKeyDown={ignoreHeldEnter}
          onSubmit={(event) => submit(event, onSubmit)}
        >
          <div id={`${name}-opening`} hidden>
            {description}
          </div>
          {body}
        </form>
      )}
    </main>
  );
}

/**
 * Attributes that make the screen focusable. Its heading takes no focus, because the screen reader
 * Orca ignores a focus on a heading after the focused element was removed.
 */
function focusAttributes(headingId: string, description: string) {
  return {
    tabIndex: -1,
    'aria-labelledby': headingId,
    ...(description === '' ? {} : { 'aria-description': description }),
  };
}

function submit(event: SyntheticEvent, onSubmit: () => void): void {
  event.preventDefault();
  onSubmit();
}

/** Prevents repeated submits while Enter is held. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

export function CancelButton() {
  const { send } = useIntents();
  return <Button onPress={() => void send('login:cancel')}>{useStrings().common.cancel}</Button>;
}

function TroubleBar() {
  const trouble = useMirror((mirror) => mirror.trouble);
  const strings = useStrings();
  const { refresh } = useServices();
  if (trouble === null) return null;
  const canRequestAgain = trouble.from === 'view' && trouble.code !== 'no-bridge';
  return (
    <div className="notice notice--trouble">
      <p>{strings.trouble[trouble.code]}</p>
      {canRequestAgain ? <Button onPress={refresh}>{strings.common.tryAgain}</Button> : null}
    </div>
  );
}

/**
 * Above the actions of every screen: a time limit that ends soon, or a request still open on the
 * phone.
 */
function Asides() {
  const strings = useStrings();
  const isLeftOnPhone = useMirror(({ view }) => view.screen === 'username' && view.isLeftOnPhone);
  return (
    <>
      <LimitTime />
      {isLeftOnPhone ? (
        <p className="notice">{strings.formatMessage('state.left-on-phone')}</p>
      ) : null}
    </>
  );
}
