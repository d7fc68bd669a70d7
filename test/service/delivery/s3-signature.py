"""Reads requests to S3 as JSON lines and prints the signature that botocore gives each of them."""
import json
import sys

from botocore.auth import S3SigV4Auth, S3SigV4QueryAuth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

for line in sys.stdin:
    asked = json.loads(line)
    credentials = Credentials(asked["keyId"], asked["secret"])
    kind = S3SigV4QueryAuth if asked["inQuery"] else S3SigV4Auth
    signer = kind(credentials, "s3", asked["region"])
    request = AWSRequest(asked["method"], asked["url"], headers=asked["headers"])
    request.context["timestamp"] = asked["timestamp"]
    text = signer.string_to_sign(request, signer.canonical_request(request))
    print(signer.signature(text, request))
