; setup.exe, for the whole computer. packaging/windows/nsis.ts gives the names and the lists of files.
; Silent: setup.exe /S, uninstall.exe /S. It ends with 0, or with 2 where nothing was installed or not all of it.
Target amd64-unicode
!if "${FAST}" == "yes"
  SetCompressor zlib
!else
  SetCompressor /SOLID lzma
!endif
Name "Gatehouse"
OutFile "${OUT}"
Icon "${ICON}"
UninstallIcon "${ICON}"
BrandingText "Gatehouse ${VERSION}"
RequestExecutionLevel admin
ManifestSupportedOS Win10
ManifestDPIAware true
XPStyle on
ShowInstDetails nevershow
ShowUninstDetails nevershow
VIProductVersion "${NUMBER}.0"
VIAddVersionKey /LANG=1033 "ProductName" "Gatehouse"
VIAddVersionKey /LANG=1033 "FileDescription" "Gatehouse Setup"
VIAddVersionKey /LANG=1033 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=1033 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=1033 "CompanyName" "${AUTHOR}"
VIAddVersionKey /LANG=1033 "LegalCopyright" "${AUTHOR}. MIT licence"
!ifdef SIGN
  !uninstfinalize `${SIGN}`
  !uninstfinalize `mv "%1.signed" "%1"`
!endif

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Gatehouse"
!define MSI "Software\Gatehouse\Installer"

LicenseData "${LICENSE}"
Page license
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

; For setup and uninstaller alike.
!macro Functions UN ONINIT
Function ${UN}refuse
  Pop $0
  SetErrorLevel 2
  MessageBox MB_OK|MB_ICONSTOP "$0" /SD IDOK
  Quit
FunctionEnd

; Pops a file. Ends where it cannot be written, because it runs: before anything is changed.
Function ${UN}refuseWhileRunning
  Pop $1
  IfFileExists "$1" 0 free
  ClearErrors
  FileOpen $2 "$1" a
  IfErrors 0 close
  Push "Gatehouse is running ($1). End it, and every program that it started, then try again. Nothing was changed."
  Call ${UN}refuse
close:
  FileClose $2
free:
FunctionEnd

Function ${ONINIT}
  SetRegView 64
  SetShellVarContext all
  ; One place, which only administrators can write, whatever /D= says.
  StrCpy $INSTDIR "$PROGRAMFILES64\Gatehouse"
  Push "$INSTDIR\Gatehouse.exe"
  Call ${UN}refuseWhileRunning
  Push "$INSTDIR\bin\gatehouse.exe"
  Call ${UN}refuseWhileRunning
  Push "$INSTDIR\bin\gatehousew.exe"
  Call ${UN}refuseWhileRunning
FunctionEnd
!macroend
!insertmacro Functions "" ".onInit"
!insertmacro Functions "un." "un.onInit"

Section
  ReadRegStr $0 HKLM "${MSI}" "InstalledBy"
  StrCmp $0 "msi" 0 notByMsi
  Push "Gatehouse was installed by the MSI. Remove it first, or upgrade it with an MSI. Nothing was changed."
  Call refuse
notByMsi:
  ; The version before takes its own files away: this one does not know their names.
  IfFileExists "$INSTDIR\uninstall.exe" 0 fresh
  ExecWait '"$INSTDIR\uninstall.exe" /S _?=$INSTDIR' $0
  StrCmp $0 "0" fresh
  Push "The installed version of Gatehouse could not be removed (exit code $0)."
  Call refuse
fresh:
  ClearErrors
  SetOverwrite on
  !include "${FILES}"
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  IfErrors 0 written
  Push "Files could not be written to $INSTDIR."
  Call refuse
written:
  ExecWait '"$INSTDIR\gatehouse-setup.exe" folder' $0
  StrCmp $0 "0" folderMade
  Push "The folder of the managed configuration could not be made."
  Call refuse
folderMade:
  ExecWait '"$INSTDIR\gatehouse-setup.exe" path-add' $0
  StrCmp $0 "0" pathSet
  Push "The PATH of the computer could not be changed: it is too long, or no text."
  Call refuse
pathSet:
  CreateShortCut "$SMPROGRAMS\Gatehouse.lnk" "$INSTDIR\bin\gatehousew.exe" "" "$INSTDIR\Gatehouse.exe" 0
  WriteRegStr HKLM "${UNINSTALL}" "DisplayName" "Gatehouse"
  WriteRegStr HKLM "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKLM "${UNINSTALL}" "Publisher" "${AUTHOR}"
  WriteRegStr HKLM "${UNINSTALL}" "DisplayIcon" "$INSTDIR\Gatehouse.exe"
  WriteRegStr HKLM "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKLM "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKLM "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKLM "${UNINSTALL}" "EstimatedSize" ${KILOBYTES}
  WriteRegDWORD HKLM "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKLM "${UNINSTALL}" "NoRepair" 1
SectionEnd

; What administrators and people have written stays: ProgramData\Gatehouse where it is not empty, and everybody's keys.
Section "un."
  ExecWait '"$INSTDIR\gatehouse-setup.exe" path-remove' $0
  StrCmp $0 "0" pathRemoved
  SetErrorLevel 2
pathRemoved:
  ExecWait '"$INSTDIR\gatehouse-setup.exe" folder-remove'
  Delete "$SMPROGRAMS\Gatehouse.lnk"
  ClearErrors
  !include "${REMOVALS}"
  Delete "$INSTDIR\uninstall.exe"
  SetOutPath "$TEMP"
  RMDir "$INSTDIR"
  DeleteRegKey HKLM "${UNINSTALL}"
SectionEnd
