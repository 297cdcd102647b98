// The tickets that were used before, so that each admits once. One empty file for each ticket: making a file that
// must not exist yet is a single step for the operating system, so of two starts at the same time one fails.
using System;
using System.IO;
using System.Security.Cryptography;
using System.Text;

static class UsedTickets
{
    // An ended ticket is refused for its age; it stays here longer than any clock tolerance.
    const double KeepSeconds = 60;

    /// <summary>Takes note of a verified ticket; refuses one that was noted before.</summary>
    /// <param name="folder">on a local disk, for this client and this person only</param>
    public static void UseOnce(string folder, string jti, double exp)
    {
        Directory.CreateDirectory(folder);
        DateTime limit = DateTime.UtcNow.AddSeconds(-KeepSeconds);
        foreach (string old in Directory.GetFiles(folder, "*.used"))
            if (File.GetLastWriteTimeUtc(old) < limit) File.Delete(old);
        string name;
        using (var hash = SHA256.Create())
            name = BitConverter.ToString(hash.ComputeHash(Encoding.UTF8.GetBytes(jti))).Replace("-", "");
        string file = Path.Combine(folder, name + ".used");
        try
        {
            using (new FileStream(file, FileMode.CreateNew, FileAccess.Write)) { }
        }
        catch (IOException)
        {
            throw new Refusal("the ticket was used before");
        }
        File.SetLastWriteTimeUtc(file, new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddSeconds(exp));
    }
}
