"""python3 unpack-wheel.py WHEEL FOLDER CONTENT: unpacks the named content of a wheel into a folder."""
import shutil
import sys
import tarfile
import zipfile


def tar_in(archive, ending):
    name = next(name for name in archive.namelist() if name.endswith(ending))
    return tarfile.open(fileobj=archive.open(name), mode='r|gz')


def one_file(archive, ending, into, is_top=False):
    with tar_in(archive, ending + '.tar.gz') as tar:
        member = next(m for m in tar if m.isfile() and m.name.endswith(ending) and not (is_top and '/' in m.name))
        with tar.extractfile(member) as source, open(into, 'wb') as target:
            shutil.copyfileobj(source, target, 1 << 20)


def application(archive, top, into):
    """Links and modes as they are in the tar. Entries outside the application are ignored."""
    with tar_in(archive, '.app.tar.gz') as tar:
        for member in tar:
            parts = member.name.split('/')
            if parts[0] == top and '..' not in parts:
                tar.extract(member, into)


wheel, folder, content = sys.argv[1:]
with zipfile.ZipFile(wheel) as archive:
    if content == 'AppImage':
        one_file(archive, '.AppImage', folder + '/app.AppImage', is_top=True)
    elif content == 'installer':
        one_file(archive, '.exe', folder + '/installer.exe')
    elif content == 'application':
        application(archive, 'FiftyOne.app', folder + '/dist')
    else:
        archive.extractall(folder, [name for name in archive.namelist() if name.startswith(content + '/')])
