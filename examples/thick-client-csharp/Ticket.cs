// Verifies a verdict. The line itself is no proof: any program can write one. The proof is the ticket inside, which
// only the holder of the key could sign. Everything that is used afterwards is taken from the ticket.
using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;
using System.Text;
using System.Web.Script.Serialization;

/// <summary>The admitted user, the outcome, and the identifier of the ticket.</summary>
sealed class Admitted
{
    public string Username, Outcome, Jti;
    public double Exp;
}

sealed class Ticket
{
    // How far the two clocks may be apart. On one computer they are the same.
    const double LeewaySeconds = 5;

    readonly Keys keys;
    readonly string audience, nonce;
    readonly ICollection<string> outcomes;
    readonly int maxAgeSeconds;

    /// <param name="keys">the public keys, as an administrator stored them</param>
    /// <param name="audience">our name: `gate.audience` of the configuration</param>
    /// <param name="nonce">the value of this start; null if it has no nonce</param>
    /// <param name="outcomes">those that let a person in</param>
    /// <param name="maxAgeSeconds">how long ago the login may have been</param>
    public Ticket(Keys keys, string audience, string nonce, ICollection<string> outcomes, int maxAgeSeconds)
    {
        this.keys = keys;
        this.audience = audience;
        this.nonce = nonce;
        this.outcomes = outcomes;
        this.maxAgeSeconds = maxAgeSeconds;
    }

    /// <summary>Verifies all that can be told from the line alone.</summary>
    public Admitted Verify(string line)
    {
        IDictionary<string, object> verdict = Json.Object(line, "the verdict");
        if (Json.Text(verdict, "apiVersion") != "gatehouse/1")
            throw new Refusal("the verdict is of an unknown version");
        string ticket = Json.Text(verdict, "ticket");
        if (ticket == null) throw new Refusal("the verdict has no ticket");
        IDictionary<string, object> claims = ClaimsOf(ticket);
        VerifyTimes(claims);
        if (Json.Text(claims, "iss") != "gatehouse") throw new Refusal("the ticket is by somebody else (iss)");
        // One audience, not a list of them: a ticket for us is for us alone.
        if (Json.Text(claims, "aud") != audience) throw new Refusal("the ticket is for another program (aud)");
        // Also checked if we expect no nonce: a ticket with one belongs to another start.
        object given;
        claims.TryGetValue("nonce", out given);
        if (!Equals(given, nonce)) throw new Refusal("the ticket belongs to another start (nonce)");
        var admitted = new Admitted
        {
            Outcome = Json.Text(claims, "outcome"),
            Username = Json.Text(claims, "username"),
            Jti = Json.Text(claims, "jti"),
            Exp = Json.Number(claims, "exp").Value
        };
        if (admitted.Outcome == null || !outcomes.Contains(admitted.Outcome))
            throw new Refusal("this program does not accept the outcome of the ticket");
        if (admitted.Outcome != Json.Text(verdict, "outcome"))
            throw new Refusal("verdict and ticket differ (outcome)");
        if (string.IsNullOrEmpty(admitted.Username)) throw new Refusal("the ticket names nobody (username)");
        if (admitted.Username != Json.Text(verdict, "username"))
            throw new Refusal("verdict and ticket differ (username)");
        if (string.IsNullOrEmpty(admitted.Jti)) throw new Refusal("the ticket has no identifier (jti)");
        return admitted;
    }

    /// <summary>The claims, once the signature is right: by the one algorithm, which is never taken from the ticket.</summary>
    IDictionary<string, object> ClaimsOf(string ticket)
    {
        string[] parts = ticket.Split('.');
        if (parts.Length != 3) throw new Refusal("the ticket is none");
        IDictionary<string, object> header = Json.Object(Utf8(Base64Url(parts[0])), "the ticket's header");
        if (Json.Text(header, "alg") != "EdDSA") throw new Refusal("the ticket is signed in another way (alg)");
        if (Json.Text(header, "typ") != "JWT") throw new Refusal("the ticket is something else (typ)");
        if (header.ContainsKey("crit")) throw new Refusal("the ticket wants what we do not know (crit)");
        byte[] key = keys.Named(Json.Text(header, "kid"));
        byte[] signed = Encoding.ASCII.GetBytes(parts[0] + "." + parts[1]);
        if (!Sodium.IsSignature(Base64Url(parts[2]), signed, key))
            throw new Refusal("the signature of the ticket is not right");
        return Json.Object(Utf8(Base64Url(parts[1])), "the ticket");
    }

    void VerifyTimes(IDictionary<string, object> claims)
    {
        double now = (DateTime.UtcNow - new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc)).TotalSeconds;
        double? exp = Json.Number(claims, "exp"), iat = Json.Number(claims, "iat");
        if (exp == null) throw new Refusal("the ticket has no end (exp)");
        if (iat == null) throw new Refusal("the ticket has no beginning (iat)");
        if (exp <= now - LeewaySeconds) throw new Refusal("the ticket has ended (exp)");
        if (iat > now + LeewaySeconds) throw new Refusal("the ticket is of the future (iat)");
        if (now - iat > maxAgeSeconds + LeewaySeconds) throw new Refusal("the ticket is too old (iat)");
        if (!claims.ContainsKey("nbf")) return;
        double? nbf = Json.Number(claims, "nbf");
        if (nbf == null || nbf > now + LeewaySeconds) throw new Refusal("the ticket is not yet valid (nbf)");
    }

    internal static byte[] Base64Url(string text)
    {
        foreach (char sign in text)
            if (!(sign < 128 && (char.IsLetterOrDigit(sign) || sign == '-' || sign == '_')))
                throw new Refusal("the ticket is not written as one");
        string padded = text.Replace('-', '+').Replace('_', '/') + new string('=', (4 - text.Length % 4) % 4);
        try
        {
            return Convert.FromBase64String(padded);
        }
        catch (FormatException)
        {
            throw new Refusal("the ticket is not written as one");
        }
    }

    static string Utf8(byte[] bytes)
    {
        try
        {
            return new UTF8Encoding(false, true).GetString(bytes);
        }
        catch (ArgumentException)
        {
            throw new Refusal("the ticket is not text");
        }
    }
}

/// <summary>The public keys of the Gatehouse of this person: the `jwks` of `gatehouse keys status --json`.</summary>
sealed class Keys
{
    readonly List<IDictionary<string, object>> keys = new List<IDictionary<string, object>>();

    public static Keys Read(string file)
    {
        var found = new Keys();
        try
        {
            object list;
            if (Json.Object(File.ReadAllText(file, Encoding.UTF8), file).TryGetValue("keys", out list) && list is object[])
                foreach (object key in (object[])list)
                    if (key is IDictionary<string, object>) found.keys.Add((IDictionary<string, object>)key);
        }
        catch (Exception)
        {
            // As a file without keys.
        }
        if (found.keys.Count == 0) throw new Refusal(file + " holds no public keys");
        return found;
    }

    /// <summary>The key that a ticket names, by its name and by its kind.</summary>
    public byte[] Named(string name)
    {
        foreach (IDictionary<string, object> key in keys)
        {
            if (name == null || Json.Text(key, "kid") != name) continue;
            if (Json.Text(key, "kty") != "OKP" || Json.Text(key, "crv") != "Ed25519") continue;
            byte[] bytes = Ticket.Base64Url(Json.Text(key, "x") ?? "");
            if (bytes.Length == Sodium.KeyBytes) return bytes;
        }
        throw new Refusal("the ticket names no key of ours");
    }
}

/// <summary>EdDSA is no part of .NET: libsodium, https://doc.libsodium.org/public-key_cryptography/public-key_signatures</summary>
static class Sodium
{
    public const int KeyBytes = 32;
    const int SignatureBytes = 64;

    // From beside this program, never from the working folder or the PATH.
    [DllImport("libsodium", CallingConvention = CallingConvention.Cdecl)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.AssemblyDirectory)]
    static extern int sodium_init();

    [DllImport("libsodium", CallingConvention = CallingConvention.Cdecl)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.AssemblyDirectory)]
    static extern int crypto_sign_verify_detached(byte[] signature, byte[] message, ulong length, byte[] key);

    public static bool IsSignature(byte[] signature, byte[] message, byte[] key)
    {
        if (signature.Length != SignatureBytes || key.Length != KeyBytes) return false;
        if (sodium_init() < 0) throw new Refusal("libsodium does not start");
        return crypto_sign_verify_detached(signature, message, (ulong)message.Length, key) == 0;
    }
}

static class Json
{
    public static IDictionary<string, object> Object(string text, string what)
    {
        object value;
        try
        {
            value = new JavaScriptSerializer().DeserializeObject(text);
        }
        catch (Exception)
        {
            value = null;
        }
        if (value == null) throw new Refusal(what + " is not JSON");
        var members = value as IDictionary<string, object>;
        if (members == null) throw new Refusal(what + " is not an object");
        return members;
    }

    /// <summary>A member that is text; null if it has another type.</summary>
    public static string Text(IDictionary<string, object> members, string name)
    {
        object value;
        return members.TryGetValue(name, out value) ? value as string : null;
    }

    /// <summary>A member that is a number; null if it has another type.</summary>
    public static double? Number(IDictionary<string, object> members, string name)
    {
        object value;
        if (!members.TryGetValue(name, out value)) return null;
        if (value is int || value is long || value is decimal || value is double) return Convert.ToDouble(value);
        return null;
    }

    public static string Quote(string text)
    {
        return new JavaScriptSerializer().Serialize(text);
    }
}
