import { useMirror } from '../store/use-services.ts';

export function BrandEmblem() {
  const logo = useMirror(({ info }) => info.brand.logo);
  // Empty `alt`: the organisation's name stands beside the logo.
  if (logo !== null) return <img className="logo" src={logo} alt="" />;
  return (
    <svg className="emblem gate" viewBox="0 0 56 56" aria-hidden="true" focusable="false">
      <path className="strokes" d="M12 46V25.5a16 16 0 0132 0V46" />
      <path className="strokes" d="M20.5 46V26a7.5 7.5 0 0115 0v20" />
      <path className="strokes" d="M5 46h46" />
    </svg>
  );
}
